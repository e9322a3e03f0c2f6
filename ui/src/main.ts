import { mount } from 'svelte'
import App from './App.svelte'
import './lib/theme.svelte'
import './styles/index.css'

mount(App, { target: document.getElementById('app')! })
