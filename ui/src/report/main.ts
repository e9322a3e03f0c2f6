import { mount } from 'svelte'
import '../styles/index.css'
import '../lib/theme.svelte'
import '../styles/print.css'
import { readReport } from './data'
import ExaminationPage from './ExaminationPage.svelte'
import ReportPage from './ReportPage.svelte'

const target = document.getElementById('app')!
const report = readReport()
if ('examination' in report) mount(ExaminationPage, { target, props: { report } })
else mount(ReportPage, { target, props: { report } })
