import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { plural } from "#src/kit/plural.ts";
import type { BlockKind } from "#src/lib/block-kinds.ts";
import { securityApi } from "./security-client.ts";

const TYPING_PAUSE_MS = 400;

/** Whom a block would keep out, while it's being typed. Nothing is said as long as it can't be one. */
export function BlockPreview({ kind, value }: { kind: BlockKind; value: string }) {
  const [asked] = useDebouncedValue(value.trim(), TYPING_PAUSE_MS);
  const { data } = useQuery(
    securityApi.previewBlock.queryOptions({
      input: { kind, value: asked },
      enabled: asked !== "",
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <Text size="sm" c="dimmed" role="status">
      {data?.is_valid && asked !== "" && whom(kind, data)}
    </Text>
  );
}

interface Found {
  people: number;
  incidents: number | null;
}

function whom(kind: BlockKind, { people, incidents }: Found): string {
  if (kind === "user_agent") return `Signed in with it: ${plural(people, "person", "people")}`;
  if (kind === "mail_domain") return `With an address there, and staying: ${plural(people, "account")}`;
  const times = `Noticed from there in the last 30 days: ${plural(incidents ?? 0, "time")}`;
  return people === 0 ? times : `${times}, with ${plural(people, "account")}`;
}
