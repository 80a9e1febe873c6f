import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorPanel } from "./ErrorPanel.tsx";

interface QueryStateProps {
  query: { error: unknown; refetch: () => unknown };
  /** Shown if loading fails for an unknown reason. */
  failure: string;
  /** About as high as what's loading. */
  height?: number;
  /** In place of one gray box. */
  waiting?: ReactNode;
}

/** Takes the place of content that hasn't been loaded yet or couldn't be. */
export function QueryState({ query: { error, refetch }, failure, height, waiting }: QueryStateProps) {
  if (error) return <ErrorPanel error={error} fallback={failure} onRetry={() => void refetch()} />;
  return waiting ?? <Skeleton h={height} radius="lg" />;
}
