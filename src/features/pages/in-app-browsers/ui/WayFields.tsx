import { NativeSelect, Stack, Text } from "@mantine/core";
import type { ExitMethod, ExitPlatform } from "../rules.ts";
import { possibleWays, WAY_LABELS } from "../ways-out-rules.ts";

interface WayFieldsProps {
  app: string;
  os: ExitPlatform;
  ways: readonly ExitMethod[];
  onChange: (ways: ExitMethod[]) => void;
}

/** Which ways are tried, in order. The instructions are below them in any case. */
export function WayFields({ app, os, ways, onChange }: WayFieldsProps) {
  const possible = possibleWays(app, os);
  const places = possible.slice(0, Math.min(possible.length, ways.length + 1));
  return (
    <Stack gap="sm">
      {places.map((_, place) => {
        const earlier = ways.slice(0, place);
        const choices = possible.filter((way) => !earlier.includes(way));
        return (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has nothing else
            key={place}
            size="md"
            label={place === 0 ? "Offered first" : "If that doesn’t work"}
            data={[
              { value: "", label: place === 0 ? "Instructions only" : "Nothing else" },
              ...choices.map((value) => ({ value, label: WAY_LABELS[value] })),
            ]}
            value={ways[place] ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const way = choices.find((one) => one === value);
              const later = ways.slice(place + 1).filter((one) => one !== way);
              onChange(way ? [...earlier, way, ...later] : earlier);
            }}
          />
        );
      })}
      <Text size="sm" c="dimmed">
        The steps in the app’s menu are always there, too. A change shows to visitors within two seconds.
      </Text>
    </Stack>
  );
}
