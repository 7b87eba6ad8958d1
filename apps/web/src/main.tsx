import { render } from 'preact'
import { App } from './app.tsx'
import './styles/base.css'
import './styles/forms.css'
import './styles/dashboard.css'

const place = document.querySelector('#app')
if (place) render(<App />, place)
