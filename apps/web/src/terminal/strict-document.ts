/**
 * A document whose elements take styles under a Content-Security-Policy without `unsafe-inline`.
 * xterm.js writes style elements and style attributes, which such a policy refuses when they come
 * as text; the same through the object model (CSSOM) is allowed, and this goes there.
 */
export function strictDocument(real: Document): Document {
  return new Proxy(real, {
    get(target, name) {
      if (name === 'createElement') return createElement
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  })

  function createElement(name: string): HTMLElement {
    const element = real.createElement(name)
    if (element instanceof HTMLStyleElement) adoptStyles(element)
    const setAttribute = element.setAttribute.bind(element)
    element.setAttribute = (attribute, value) => {
      if (attribute === 'style') element.style.cssText = value
      else setAttribute(attribute, value)
    }
    return element
  }
}

/** What is written into the element becomes a sheet of the document, until the element goes. */
function adoptStyles(element: HTMLStyleElement): void {
  const sheet = new CSSStyleSheet()
  const owner = element.ownerDocument
  owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, sheet]
  Object.defineProperty(element, 'textContent', {
    get: () => '',
    set: (css: string) => sheet.replaceSync(css),
  })
  const remove = element.remove.bind(element)
  element.remove = () => {
    owner.adoptedStyleSheets = owner.adoptedStyleSheets.filter((other) => other !== sheet)
    remove()
  }
}
