import { defineConfig } from "vitest/config";
export default defineConfig({ root: "/work/main", test: { include: ["test/nodes-mut/**/*.test.ts"], testTimeout: 180000, hookTimeout: 120000, fileParallelism: false } });
