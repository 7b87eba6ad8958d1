import { render } from 'preact'
import { App } from './app.tsx'
import './styles/base.css'
import './styles/forms.css'

const place = document.querySelector('#app')
// Removes the content for slow connections.
place?.replaceChildren()
if (place) render(<App />, place)
