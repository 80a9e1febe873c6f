import { Card, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { inAppContract } from "../../contract.ts";
import { exitLines } from "./exit-lines.ts";

const inApp = clientFor("inApp", inAppContract);

/** The success of exits from apps on a page in the last 90 days. Shows nothing if nobody tried one. */
export function ExitFigures({ profileId }: { profileId: string }) {
  const { data } = useQuery(inApp.exits.queryOptions({ input: { id: profileId, days: 90 } }));
  const lines = exitLines(data?.items ?? []);
  if (lines.length === 0) return null;
  return (
    <Card component="section" p={{ base: "md", sm: "lg" }} aria-labelledby="exit-figures">
      <Title order={2} size="h3" id="exit-figures">
        Ways out of apps
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        How often visitors tried to leave an app in the last 90 days, and how many reached their own browser.
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table verticalSpacing="xs" horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>App</Table.Th>
              <Table.Th>Way</Table.Th>
              <Table.Th ta="end">Tried</Table.Th>
              <Table.Th ta="end">Got out</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ key, app, way, tried, gotOut }) => (
              <Table.Tr key={key}>
                <Table.Td>{app}</Table.Td>
                <Table.Td>{way}</Table.Td>
                <Table.Td ta="end">{tried}</Table.Td>
                <Table.Td ta="end">{gotOut}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
