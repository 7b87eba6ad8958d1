export declare const commonPasswords: string
