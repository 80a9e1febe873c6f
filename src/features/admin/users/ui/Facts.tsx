import { SimpleGrid, Text } from "@mantine/core";

/** Names and values, side by side where there's room. */
export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <SimpleGrid component="dl" type="container" cols={{ base: 1, "30rem": 2, "48rem": 3 }} spacing="sm" m={0}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ overflowWrap: "anywhere" }}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} dir="auto" ta="start">
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
