import { Checkbox } from "@mantine/core";
import { CHANNELS, type Channel } from "#src/features/identity/preferences/rules.ts";

export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  in_app: "Behind the bell",
  email: "By e-mail",
  push: "On their devices",
};

interface ChannelFieldsProps {
  channels: readonly Channel[];
  onChannels: (channels: Channel[]) => void;
}

export function ChannelFields({ channels, onChannels }: ChannelFieldsProps) {
  return CHANNELS.map((channel) => (
    <Checkbox
      key={channel}
      label={CHANNEL_LABELS[channel]}
      checked={channels.includes(channel)}
      onChange={({ currentTarget: { checked } }) =>
        onChannels(CHANNELS.filter((one) => (one === channel ? checked : channels.includes(one))))
      }
    />
  ));
}
