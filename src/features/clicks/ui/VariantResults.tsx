import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clicks } from "./clicks-client.ts";
import { formatCount } from "./numbers.ts";

/** How an A/B test is going. Shows nothing until that is known. */
export function VariantResults({ linkId }: { linkId: string }) {
  const { data } = useQuery(clicks.variants.queryOptions({ input: { id: linkId } }));
  if (!data) return null;
  return (
    <Text size="sm">
      Clicks so far: <b>A</b> {formatCount(data.a)} · <b>B</b> {formatCount(data.b)}
    </Text>
  );
}
