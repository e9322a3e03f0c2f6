import { mount } from 'svelte'
import '../app.css'
import '../lib/theme.svelte'
import { readReport } from './data'
import './print.css'
import ReportPage from './ReportPage.svelte'

mount(ReportPage, { target: document.getElementById('app')!, props: { report: readReport() } })
