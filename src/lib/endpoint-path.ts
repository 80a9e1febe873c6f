import type { AnyContractProcedure } from "@orpc/contract";
import { API_PATH } from "./paths.ts";

/** Returns an endpoint's path with `parameters` filled in, for places that link to it rather than call it. */
export function pathOf(endpoint: AnyContractProcedure, parameters: Record<string, string> = {}): string {
  const { path = "" } = endpoint["~orpc"].route;
  return (
    API_PATH + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""))
  );
}
