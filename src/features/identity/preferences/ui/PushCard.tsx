import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PushDevice } from "#src/features/identity/preferences/contract.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { preferencesApi as api, usePreferencesRefresh } from "./preferences-queries.ts";
import { type PushState, pushState, turnOffPush, turnOnPush } from "./push-browser.ts";

const BROWSER = ["push-browser"];

const TEXTS: Readonly<Record<PushState, string>> = {
  unsupported: "This browser can’t show notifications.",
  installable:
    "On an iPhone or iPad, first add the dashboard to your Home Screen: tap Share, then Add to Home Screen.",
  blocked: "This browser blocks our notifications. Allow them in its settings for this site, then reload.",
  ready: "Get notifications here, even while the dashboard is closed.",
  subscribed: "Get notifications here, even while the dashboard is closed.",
};
const ON = "You get notifications here, even while the dashboard is closed, until you sign out.";

/** Notifications on devices. Shown only if the instance has the keys for them. */
export function PushCard() {
  const { data } = useQuery(api.listPushDevices.queryOptions());
  const { data: state } = useQuery({ queryKey: BROWSER, queryFn: pushState });
  if (!data?.public_key || !state) return null;
  const current = data.items.find(({ is_current }) => is_current);
  const isOn = current !== undefined && state === "subscribed";
  const others = data.items.filter((device) => device !== current);
  return (
    <Card
      title="Push on this device"
      text={isOn ? ON : TEXTS[state]}
      action={
        isOn ? (
          <TurnOff device={current} />
        ) : (
          (state === "ready" || state === "subscribed") && <TurnOn publicKey={data.public_key} />
        )
      }
    >
      {others.length > 0 && <OtherDevices devices={others} />}
    </Card>
  );
}

function useChange<Input>(change: (input: Input) => Promise<unknown>, failure: string) {
  const queries = useQueryClient();
  const refresh = usePreferencesRefresh();
  return useMutation({
    mutationFn: change,
    onError: (error) => toastError(apiErrorOf(error) ? error : undefined, failure),
    onSettled: () => Promise.all([refresh(), queries.invalidateQueries({ queryKey: BROWSER })]),
  });
}

function TurnOn({ publicKey }: { publicKey: string }) {
  const { mutate, isPending } = useChange(
    async () => (await turnOnPush(publicKey)) && toastSuccess({ message: "Push turned on." }),
    "Your browser couldn’t turn this on. Try again later, or in another browser.",
  );
  return (
    <Button loading={isPending} onClick={() => mutate(undefined)}>
      Turn on
    </Button>
  );
}

function TurnOff({ device }: { device: PushDevice }) {
  const { mutate, isPending } = useChange(turnOffPush, "That didn’t work. Try again.");
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate(device.id)}>
      Turn off
    </Button>
  );
}

function OtherDevices({ devices }: { devices: PushDevice[] }) {
  return (
    <Stack gap="sm">
      <Text fw={600}>Your other devices</Text>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </Stack>
    </Stack>
  );
}

function DeviceRow({ device: { id, device, created_at, last_used_at } }: { device: PushDevice }) {
  const { mutate, isPending } = useChange(api.removePushDevice.call, "That didn’t work. Try again.");
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Text fw={550}>{device}</Text>
        <div className="small-print">
          {last_used_at === null
            ? `Since ${formatDateTime(created_at)}`
            : `Last told ${formatDateTime(last_used_at)}`}
        </div>
      </div>
      <Button
        variant="default"
        size="compact-md"
        style={{ flex: "none" }}
        loading={isPending}
        aria-label={`Remove ${device}`}
        onClick={() => mutate({ id })}
      >
        Remove
      </Button>
    </Group>
  );
}
