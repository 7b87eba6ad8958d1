/** The parts of an OpenAPI 3.1 document that the page shows; the rest is not looked at. */
export interface ApiDocument {
  /** What the API is called, and its version. */
  readonly info: {
    readonly title: string
    /** The edition of the interface. */
    readonly version: string
    /** The release that serves it. */
    readonly 'x-gatehouse-version': string
    readonly description: string
  }
  /** Where it is served; the first one is in the examples. */
  readonly servers: readonly { readonly url: string }[]
  /** The groups of operations, in the order of the page. */
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** The operations by path and by method, in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  /** The schemas that operations refer to. */
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> }
}

/** An operation (OpenAPI 3.1, section 4.8.10). */
export interface ApiOperation {
  /** Unique in the document; the anchor on the page. */
  readonly operationId: string
  /** One sentence. */
  readonly summary: string
  /** More sentences, if there is more to say. */
  readonly description?: string
  /** Its groups; the page shows it in the first one. */
  readonly tags?: readonly string[]
  /** Parameters of the path and of the query. */
  readonly parameters?: readonly ApiParameter[]
  /** One of these has to be fulfilled; an empty object is fulfilled by everybody. */
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  /** The body, by media type. */
  readonly requestBody?: { readonly content: Readonly<Record<string, ApiContent>> }
  /** The answers by status. */
  readonly responses: Readonly<Record<string, ApiResponse>>
}

/** A parameter (section 4.8.12). */
export interface ApiParameter {
  /** Its name. */
  readonly name: string
  /** Where it stands: `path` or `query`. */
  readonly in: string
  /** Whether it must be there. */
  readonly required?: boolean
  /** What it says. */
  readonly description?: string
  /** Its values. */
  readonly schema?: ApiSchema
}

/** What a body or an answer is, with one that is valid. */
export interface ApiContent {
  /** Its form. */
  readonly schema?: ApiSchema
  /** A valid value. */
  readonly example?: unknown
}

/** An answer (section 4.8.17). */
export interface ApiResponse {
  /** When it comes. */
  readonly description: string
  /** Its body, by media type. */
  readonly content?: Readonly<Record<string, ApiContent>>
}

/** The keywords of JSON Schema that the page tells. */
export interface ApiSchema {
  /** Another schema, as `#/components/schemas/name`. */
  readonly $ref?: string
  /** A type of JSON. */
  readonly type?: string
  /** What the value means. */
  readonly description?: string
  /** The only values. */
  readonly enum?: readonly unknown[]
  /** The only value. */
  readonly const?: unknown
  /** Fields of an object. */
  readonly properties?: Readonly<Record<string, ApiSchema>>
  /** Fields that must be there. */
  readonly required?: readonly string[]
  /** Elements of an array. */
  readonly items?: ApiSchema
  /** Any of these. */
  readonly anyOf?: readonly ApiSchema[]
  /** Exactly one of these. */
  readonly oneOf?: readonly ApiSchema[]
  /** All of these together. */
  readonly allOf?: readonly ApiSchema[]
}
