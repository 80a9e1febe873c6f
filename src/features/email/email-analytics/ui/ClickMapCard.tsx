import "#src/kit/deferred.css";
import { Anchor, ScrollArea, SegmentedControl, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { Card } from "#src/kit/Card.tsx";
import { allowStyles } from "#src/kit/nonce.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { ClickMap } from "../contract.ts";
import classes from "./mail-analytics.module.css";
import { mailAnalytics } from "./mail-analytics-client.ts";

export function ClickMapCard({ id }: { id: string }) {
  const query = useQuery(mailAnalytics.clickMap.queryOptions({ input: { id } }));
  const { data } = query;
  const [shows, setShows] = useState("map");
  if (!data) return <QueryState query={query} failure="We couldn’t load the map of clicks." height={320} />;
  if (data.tracking === "none")
    return <Card title="Map of clicks" text="This campaign’s clicks aren’t counted, as you chose." />;
  const { html, links, tracking } = data;
  return (
    <Card
      title="Map of clicks"
      text="People’s clicks at each link. A link that’s in the e-mail twice has one count."
      action={
        html !== "" && (
          <SegmentedControl
            aria-label="Show clicks as"
            size="xs"
            data={[
              { value: "map", label: "E-mail" },
              { value: "list", label: "List" },
            ]}
            value={shows}
            onChange={setShows}
          />
        )
      }
    >
      {shows === "map" && html !== "" ? (
        <Picture html={html} />
      ) : (
        <LinkList links={links} hasPeople={tracking === "each"} />
      )}
    </Card>
  );
}

/** Browsers underline only links with a target. */
const UNDERLINED = "<style>:where(a){text-decoration:underline}</style>";

/** No scripts and an opaque origin: whatever the e-mail contains, it can't act for its viewer. */
function Picture({ html }: { html: string }) {
  return (
    <iframe
      className={classes.frame}
      title="E-mail with clicks"
      sandbox=""
      srcDoc={allowStyles(html + UNDERLINED)}
    />
  );
}

function LinkList({ links, hasPeople }: Pick<ClickMap, "links"> & { hasPeople: boolean }) {
  if (links.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This e-mail has no links that are counted.
      </Text>
    );
  return (
    <ScrollArea.Autosize
      mah={448}
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Links by clicks" }}
    >
      <Table fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Link</Table.Th>
            <Table.Th scope="col" ta="right">
              Clicks
            </Table.Th>
            {hasPeople && (
              <Table.Th scope="col" ta="right">
                People
              </Table.Th>
            )}
            <Table.Th scope="col" ta="right">
              Machines
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {links.map(({ url, clicks, people, machine_clicks }) => (
            <Table.Tr key={url}>
              <Table.Th scope="row" fw={400} style={{ overflowWrap: "anywhere" }}>
                <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
                  {url}
                </Anchor>
              </Table.Th>
              <Table.Td ta="right">{formatCount(clicks)}</Table.Td>
              {hasPeople && <Table.Td ta="right">{formatCount(people)}</Table.Td>}
              <Table.Td ta="right">{formatCount(machine_clicks)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
