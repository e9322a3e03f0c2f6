import { mount } from 'svelte'
import '../app.css'
import '../lib/theme.svelte'
import { readReport } from './data'
import ExaminationPage from './ExaminationPage.svelte'
import './print.css'
import ReportPage from './ReportPage.svelte'

const target = document.getElementById('app')!
const report = readReport()
if ('examination' in report) mount(ExaminationPage, { target, props: { report } })
else mount(ReportPage, { target, props: { report } })
