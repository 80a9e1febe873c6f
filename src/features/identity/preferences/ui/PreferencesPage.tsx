import "#src/kit/deferred.css";
import { Group, Paper, Stack, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Preferences } from "#src/features/identity/preferences/contract.ts";
import { CHANNELS, type Channel, TOPICS } from "#src/features/identity/preferences/rules.ts";
import { LANGUAGE } from "#src/kit/locale.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { PushCard } from "./PushCard.tsx";
import { preferencesApi as api } from "./preferences-queries.ts";

type Item = Preferences["items"][number];

const CHANNEL_WORDS: Readonly<Record<Channel, { label: string; always: string }>> = {
  in_app: { label: "In the app", always: "in the app" },
  email: { label: "E-mail", always: "by e-mail" },
  push: { label: "Push", always: "on your devices" },
};

const LIST = new Intl.ListFormat(LANGUAGE);

/** `/dashboard/settings/notifications`: the person's notification preferences. */
export function PreferencesPage() {
  const query = useQuery(api.list.queryOptions());
  const { data } = query;
  return (
    <Stack gap="lg">
      <PageTitle title="Notifications">What we tell you about, in every account you work in</PageTitle>
      {!data && <QueryState query={query} failure="We couldn’t load your settings." height={360} />}
      {data && (
        <Paper withBorder radius="lg" px={{ base: "md", xs: "lg" }} py="xs">
          <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: "none" }}>
            {data.items.map((item) => (
              <li key={item.topic}>
                <TopicRow item={item} />
              </li>
            ))}
          </Stack>
        </Paper>
      )}
      <PushCard />
    </Stack>
  );
}

function TopicRow({ item }: { item: Item }) {
  const { label, hint } = TOPICS[item.topic];
  const always = CHANNELS.filter(
    (channel) => item[channel] && !item[channel].is_choice && item[channel].is_on,
  );
  return (
    <Group role="group" aria-label={label} justify="space-between" gap="sm" py="md">
      <div style={{ flex: "1 1 15rem", minWidth: 0, overflowWrap: "anywhere" }}>
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      <Group gap="lg">
        <Choices item={item} />
        {always.length > 0 && (
          <Text size="sm" c="dimmed">
            Always {LIST.format(always.map((channel) => CHANNEL_WORDS[channel].always))}
          </Text>
        )}
      </Group>
    </Group>
  );
}

/** Saves every switch at once. */
function Choices({ item }: { item: Item }) {
  const queries = useQueryClient();
  const { mutate, variables, isPending } = useMutation(
    api.update.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(api.list.queryOptions().queryKey, saved),
      onError: (error) => toastError(error, "That wasn’t saved. Try again."),
    }),
  );
  return CHANNELS.map((channel) => {
    const { is_choice = false, is_on = false } = item[channel] ?? {};
    const wanted = isPending ? variables[channel] : undefined;
    return (
      is_choice && (
        <Switch
          key={channel}
          label={CHANNEL_WORDS[channel].label}
          checked={wanted ?? is_on}
          onChange={({ currentTarget: { checked } }) => mutate({ topic: item.topic, [channel]: checked })}
        />
      )
    );
  });
}
