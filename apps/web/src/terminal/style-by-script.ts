let isInstalled = false

/**
 * Lets xterm.js style what it draws under a Content-Security-Policy without `unsafe-inline`. It
 * writes style elements and style attributes, which such a policy refuses when they come as text;
 * the same through the object model (CSSOM) is allowed, and from now on goes there. It asks the
 * page's document for these elements in places that no option of it reaches.
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

/** Takes the place of a style element: what is written into it becomes a sheet of the document. */
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
