export declare const SERVER_FLAGS: readonly string[];
export declare const SERVER_MEMORY: Readonly<Record<string, string>>;
