let isInstalled = false

/**
 * Lets xterm.js set styles under a Content-Security-Policy without `unsafe-inline`. It writes style elements
 * and attributes as text, which such a policy refuses. Changes through the object model (CSSOM) are allowed,
 * so they are redirected there. No option of xterm.js reaches the places where it creates these elements.
 */
export function styleByScript(): void {
  if (isInstalled) return
  isInstalled = true
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    if (name === 'style') return adoptingElement(create('template'))
    const element = create(name, options)
    return name === 'span' ? withStyleAttribute(element) : element
  }
}

/** Replaces a style element: text that is written into it becomes a style sheet of the document. */
function adoptingElement(element: HTMLElement): HTMLElement {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  Object.defineProperty(element, 'textContent', {
    get: () => '',
    set: (css: string) => sheet.replaceSync(css),
  })
  const remove = element.remove.bind(element)
  element.remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    remove()
  }
  return element
}

function withStyleAttribute(element: HTMLElement): HTMLElement {
  const set = element.setAttribute.bind(element)
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value
    else set(name, value)
  }
  return element
}
