import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/layout.css';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('page');
if (target === null) throw new Error('index.html has no element #page');
mount(App, { target });
