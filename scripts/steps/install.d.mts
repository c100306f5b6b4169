export function installTool(name: string): Promise<void>;
