export function makeRelease(options?: {
  into?: string;
  quality?: number;
  withNode?: boolean;
}): Promise<string>;
export function packRelease(folder: string, options?: { compressed?: boolean }): Promise<string>;
