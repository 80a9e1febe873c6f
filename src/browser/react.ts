/**
 * A separate file together with React itself, which runs while the rest of the first script is loading
 * (`vite.config.ts`).
 */
export { createRoot } from "react-dom/client";
