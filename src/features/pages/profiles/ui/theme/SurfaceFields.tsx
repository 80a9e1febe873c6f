import { ColorInput, Input, NativeSelect, SegmentedControl, SimpleGrid, Slider } from "@mantine/core";
import {
  ANGLE_MAX,
  BACKGROUND_KINDS,
  type LookSettings,
  PATTERNS,
} from "#src/features/pages/profiles/theme-rules.ts";
import { isColor, mix, parseColor, WHITE } from "#src/lib/colors.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

const KINDS = [
  { value: "color", label: "Color" },
  { value: "gradient", label: "Gradient" },
  { value: "pattern", label: "Pattern" },
];
const PATTERN_LABELS = [
  { value: "dots", label: "Dots" },
  { value: "grid", label: "Grid" },
  { value: "stripes", label: "Stripes" },
  { value: "checks", label: "Checks" },
  { value: "waves", label: "Waves" },
];
const EYE_DROPPER = { "aria-label": "Pick a color from the screen" };

/** A first gradient or pattern is a shade of the page's own color. */
const FIRST_SHARE = 0.8;

/** What's behind the page where there's no picture. The page's own color is set with the others. */
export function SurfaceFields({ form }: { form: ProfileForm }) {
  const { theme } = form.values;
  const choose = (kind: LookSettings["background_kind"]) => {
    const own = parseColor(theme.theme_color) ?? WHITE;
    const first = mix(own, parseColor(theme.text_color) ?? WHITE, FIRST_SHARE);
    const background_colors = theme.background_colors.length > 0 ? theme.background_colors : [first];
    form.setFieldValue("theme", { ...theme, background_kind: kind, background_colors });
  };
  return (
    <EditorSection
      title="Background"
      text="Begins with the color of your page. Your page softens what would make text hard to read."
    >
      <SegmentedControl
        size="md"
        aria-label="Kind of background"
        data={KINDS}
        value={theme.background_kind}
        onChange={(value) => choose(BACKGROUND_KINDS.find((kind) => kind === value) ?? "color")}
      />
      {theme.background_kind === "gradient" && <GradientFields form={form} />}
      {theme.background_kind === "pattern" && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label="Pattern"
            size="md"
            data={PATTERN_LABELS}
            value={theme.pattern}
            error={form.errors["theme.pattern"]}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              form.setFieldValue("theme.pattern", PATTERNS.find((one) => one === chosen) ?? "dots");
            }}
          />
          <OtherColor form={form} at={0} label="Color of the pattern" />
        </SimpleGrid>
      )}
    </EditorSection>
  );
}

function GradientFields({ form }: { form: ProfileForm }) {
  const { background_angle } = form.values.theme;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <OtherColor form={form} at={0} label="Second color" />
      <OtherColor form={form} at={1} label="Third color (optional)" />
      <Input.Wrapper
        label={`Direction: ${background_angle}°`}
        labelElement="div"
        size="md"
        error={form.errors["theme.background_angle"]}
      >
        <Slider
          mt="md"
          min={0}
          max={ANGLE_MAX}
          step={15}
          value={background_angle}
          label={null}
          thumbLabel="Direction in degrees"
          onChange={(value) => form.setFieldValue("theme.background_angle", value)}
        />
      </Input.Wrapper>
    </SimpleGrid>
  );
}

interface OtherColorProps {
  form: ProfileForm;
  at: number;
  label: string;
}

/** An empty one is left out, so that the list has no gaps. */
function OtherColor({ form, at, label }: OtherColorProps) {
  const { background_colors } = form.values.theme;
  const set = (color: string) => {
    const others = [...background_colors];
    others[at] = color;
    form.setFieldValue(
      "theme.background_colors",
      others.filter((one) => one !== ""),
    );
  };
  const color = background_colors[at] ?? "";
  return (
    <ColorInput
      label={label}
      size="md"
      format="hex"
      eyeDropperButtonProps={EYE_DROPPER}
      value={color}
      error={color === "" || isColor(color) ? undefined : form.errors["theme.background_colors"]}
      onChange={set}
    />
  );
}
