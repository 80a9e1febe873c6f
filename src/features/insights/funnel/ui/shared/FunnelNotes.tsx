import { Stack, Text } from "@mantine/core";
import { type Filter, isAboutClicks } from "#src/features/insights/analytics/filter-rules.ts";
import { plural } from "#src/kit/plural.ts";
import type { Funnel } from "../../contract.ts";

interface FunnelNotesProps {
  funnel: Funnel;
  filters: readonly Filter[];
}

/** Says what the steps leave out, what filters can't reach, and why a step may be larger than the one before. */
export function FunnelNotes(props: FunnelNotesProps) {
  const notes = notesOn(props);
  if (notes.length === 0) return null;
  return (
    <Stack gap={4} mt="sm">
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

function notesOn({ funnel, filters }: FunnelNotesProps): string[] {
  const { steps, short_link_visits, unreached_leads, asks_to_confirm, revenue } = funnel;
  const [view = 0, click = 0, lead = 0, confirmed = 0, order = 0] = steps.map(({ people }) => people ?? 0);
  const is = (holds: boolean, note: string) => (holds ? [note] : []);
  return [
    ...is(lead > click, "More people signed up than opened a link: nobody has to open one to sign up."),
    ...is(
      lead > view,
      "Some signed up without a visit that’s counted, because their browser runs no scripts, or so many came at once that views were only counted.",
    ),
    ...is(order > confirmed, "More people bought than confirmed: nobody has to confirm to buy."),
    ...is(
      lead > 0 && !asks_to_confirm,
      "This page doesn’t ask people to confirm their sign-up, so whoever signs up counts as confirmed.",
    ),
    ...is(
      short_link_visits > 0,
      `${plural(short_link_visits, "visit")} opened a link without the page, such as by a short link or a QR code. They’re in no step.`,
    ),
    ...is(
      filters.some(isAboutClicks),
      "Views don’t belong to a link, so the first step is everyone who saw the page. From the second step on, it’s about those who opened that link.",
    ),
    ...is(
      filters.length > 0,
      "Sign-ups and orders have no device, app, or UTM parameters of their own: filters look at the visit in which somebody signed up.",
    ),
    ...is(
      unreached_leads > 0,
      `${plural(unreached_leads, "sign-up")} came without a visit that’s known, so these filters can’t find them. They’re in no step.`,
    ),
    ...is(
      revenue === null,
      "Orders are shown to people who see the figures of the whole account and may export them.",
    ),
  ];
}
