// The example shows the address under which this page was found.
const base = new URL('.', location.href).href.replace(/\/$/, '')
document.querySelector('#base').textContent = base
