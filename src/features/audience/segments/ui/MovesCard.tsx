import { Paper, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { contactName } from "#src/features/audience/contacts/ui/shared/contact-labels.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PagedList } from "#src/kit/PagedList.tsx";
import classes from "./Segments.module.css";
import { segmentsApi } from "./shared/segment-queries.ts";

/** Who came into a segment with a condition lately, and who left. */
export function MovesCard({ id }: { id: string }) {
  const list = useInfiniteQuery(
    segmentsApi.moves.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
    }),
  );
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
      <Title order={2} size="h5" mb="sm">
        Who came and left
      </Title>
      <PagedList
        list={list}
        failure="We couldn’t load who came and left."
        empty={
          <Text size="sm">
            Nobody since you saved this segment. People come and leave by themselves when something about them
            changes, or when time passes.
          </Text>
        }
        row={({ id, kind, at, contact }) => (
          <li key={id} className={classes.person}>
            <Stack gap={0} miw={0}>
              <Text size="sm" fw={500} dir="auto">
                {contactName(contact)}
              </Text>
              <Text size="sm" c="dimmed">
                {formatDateTime(at)}
              </Text>
            </Stack>
            <Text size="sm" style={{ flex: "none" }}>
              {kind === "entered" ? "Came in" : "Went out"}
            </Text>
          </li>
        )}
      />
    </Paper>
  );
}
