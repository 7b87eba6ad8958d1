export declare const knownJwtSecrets: string
