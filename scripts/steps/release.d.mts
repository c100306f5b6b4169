export function makeRelease(options?: { into?: string; quality?: number }): Promise<string>;
export function packRelease(folder: string, options?: { compressed?: boolean }): Promise<string>;
