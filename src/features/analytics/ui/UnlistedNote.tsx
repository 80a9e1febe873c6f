import { Text } from "@mantine/core";
import { plural } from "#src/kit/plural.ts";
import type { Analytics } from "../contract.ts";

/** Says that some visits were only counted. Shows nothing if none were. */
export function UnlistedNote({ unlisted: { views, clicks } }: Pick<Analytics, "unlisted">) {
  if (views + clicks === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {plural(views, "view")} and {plural(clicks, "click")} came so fast that they were only counted: they’re
      in the totals, but not in unique visitors, and only partly in the lists below.
    </Text>
  );
}
