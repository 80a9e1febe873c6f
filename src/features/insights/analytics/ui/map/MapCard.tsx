import { Card, Group, Text, Title } from "@mantine/core";
import { useId } from "react";
import { plural } from "#src/kit/plural.ts";
import type { Analytics } from "../../contract.ts";
import { MetricHelp } from "../shared/MetricHelp.tsx";
import { countUnshown, WorldMap } from "../shared/map/WorldMap.tsx";

interface MapCardProps {
  countries: Analytics["breakdowns"]["country"];
  onCountry: (code: string) => void;
}

/** Where people are. The list of countries has the same figures, and those of countries too small for the map. */
export function MapCard({ countries, onCountry }: MapCardProps) {
  const id = useId();
  const unshown = countUnshown(countries);
  return (
    <Card component="section" aria-labelledby={id}>
      <Group gap={4} mb="sm">
        <Title order={2} size="h4" id={id}>
          World map
        </Title>
        <MetricHelp name="map" />
      </Group>
      <WorldMap countries={countries} onCountry={onCountry} />
      {unshown > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {plural(unshown, "place isn’t", "places aren’t")} on the map: too small, or unknown. The list of
          countries has them all.
        </Text>
      )}
    </Card>
  );
}
