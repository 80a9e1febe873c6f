import { ColorInput, Group, SegmentedControl, Stack, Switch, Text, TextInput } from "@mantine/core";
import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import {
  QR_CAPTION_CHARS_MAX,
  QR_SHAPES,
  type QrDesign,
} from "#src/features/pages/profiles/page/qr-design.ts";

interface QrDesignFieldsProps {
  profile: Profile;
  design: QrDesign;
  onChange: (design: QrDesign) => void;
  /** Why the last change couldn't be saved. */
  error: string | undefined;
}

const LABELS = { square: "Square", rounded: "Rounded", dots: "Dots" } as const;

/** How the page's codes look, in files and where visitors share the page. */
export function QrDesignFields({ profile, design, onChange, error }: QrDesignFieldsProps) {
  const change = (part: Partial<QrDesign>) => onChange({ ...design, ...part });
  const hasPicture = isOwnPicture(profile.profile_picture_url);
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Shape"
        fullWidth
        value={design.shape}
        onChange={(shape) => change({ shape: shape as QrDesign["shape"] })}
        data={QR_SHAPES.map((value) => ({ value, label: LABELS[value] }))}
      />
      <Group grow align="flex-start">
        <ColorInput label="Code" value={design.dark} onChange={(dark) => change({ dark })} />
        <ColorInput label="Ground" value={design.light} onChange={(light) => change({ light })} />
      </Group>
      <TextInput
        label="Caption"
        placeholder="Scan me"
        maxLength={QR_CAPTION_CHARS_MAX}
        value={design.caption}
        onChange={(event) => change({ caption: event.currentTarget.value })}
      />
      <Switch
        label="Profile picture in the middle"
        description={hasPicture ? undefined : "Add a profile picture to your page first."}
        disabled={!hasPicture}
        checked={hasPicture && design.has_picture}
        onChange={(event) => change({ has_picture: event.currentTarget.checked })}
      />
      <Text size="sm" c="red" role="alert" hidden={error === undefined}>
        {error}
      </Text>
    </Stack>
  );
}
