import type { Platform } from "#src/platform/context.ts";
export async function sweepAutomations(_platform: Platform): Promise<void> {}
