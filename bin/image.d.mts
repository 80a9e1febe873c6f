/** The container's user. */
export declare const USER: number;
export declare function assemble(folder: string): void;
