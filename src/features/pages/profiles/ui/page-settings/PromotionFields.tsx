import { ColorSwatch, Group, Input, Radio, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import {
  BANNER_COLORS,
  BANNER_POSITIONS,
  type BannerColor,
  PROMOTION_CHARS_MAX,
} from "#src/features/pages/profiles/page/promotion.ts";
import { isBlank } from "#src/lib/text.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { DeadlineFields } from "./DeadlineFields.tsx";
import classes from "./settings.module.css";

const COLORS: Record<BannerColor, { label: string; swatch: string }> = {
  "purple-blue": { label: "Purple and blue", swatch: "linear-gradient(100deg, #6d28d9, #1d4ed8)" },
  "green-teal": { label: "Green and teal", swatch: "linear-gradient(100deg, #047857, #0f766e)" },
  "yellow-orange": { label: "Yellow and orange", swatch: "linear-gradient(100deg, #fbbf24, #fb923c)" },
  "pink-purple": { label: "Pink and purple", swatch: "linear-gradient(100deg, #be185d, #7e22ce)" },
  "red-orange": { label: "Red and orange", swatch: "linear-gradient(100deg, #b91c1c, #c2410c)" },
};

const POSITION_LABELS = { top: "Top", bottom: "Bottom", floating: "Floating" } as const;

export function PromotionFields({ form }: { form: ProfileForm }) {
  const { promotion_text } = form.values;
  return (
    <EditorSection
      title="Promotion"
      text="A banner with a countdown. It shows as long as there’s text, until time runs out."
    >
      <TextInput
        label="Text"
        placeholder="20% off everything"
        maxLength={PROMOTION_CHARS_MAX}
        {...form.getInputProps("promotion_text")}
      />
      {!isBlank(promotion_text) && (
        <>
          <ColorChoice form={form} />
          <Input.Wrapper
            label="Position"
            labelElement="div"
            size="md"
            error={form.errors["promotion_settings.position"]}
          >
            <SegmentedControl
              fullWidth
              size="md"
              aria-label="Position"
              data={BANNER_POSITIONS.map((value) => ({ value, label: POSITION_LABELS[value] }))}
              {...form.getInputProps("promotion_settings.position", { withError: false })}
            />
          </Input.Wrapper>
          <DeadlineFields form={form} />
        </>
      )}
    </EditorSection>
  );
}

function ColorChoice({ form }: { form: ProfileForm }) {
  const input = form.getInputProps("promotion_settings.backgroundColor");
  const chosen = form.values.promotion_settings.backgroundColor;
  return (
    <Radio.Group label="Color" size="md" {...input}>
      <Group gap="xs" mt={4}>
        {BANNER_COLORS.map((color) => (
          <Radio.Card key={color} value={color} className={classes.color} aria-label={COLORS[color].label}>
            <ColorSwatch
              color="transparent"
              size={32}
              withShadow={false}
              styles={{ colorOverlay: { backgroundImage: COLORS[color].swatch } }}
            />
          </Radio.Card>
        ))}
      </Group>
      <Stack gap={0} mt={4}>
        <Text size="sm" c="dimmed">
          {COLORS[chosen].label}
        </Text>
      </Stack>
    </Radio.Group>
  );
}
