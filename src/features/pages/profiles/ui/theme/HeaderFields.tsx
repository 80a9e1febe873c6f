import { Input, SegmentedControl, SimpleGrid } from "@mantine/core";
import { AVATAR_SHAPES, HEADER_LAYOUTS } from "#src/features/pages/profiles/theme-rules.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

const SHAPES = [
  { value: "circle", label: "Circle" },
  { value: "rounded", label: "Rounded" },
  { value: "square", label: "Square" },
  { value: "none", label: "None" },
];
const LAYOUTS = [
  { value: "centered", label: "Centered" },
  { value: "left", label: "Left" },
  { value: "cover", label: "Cover" },
];

export function HeaderFields({ form }: { form: ProfileForm }) {
  const { avatar_shape, header_layout } = form.values.theme;
  return (
    <EditorSection title="Top of the page" text="A cover is a band in the color of your buttons.">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Input.Wrapper label="Picture" labelElement="div" size="md" error={form.errors["theme.avatar_shape"]}>
          <SegmentedControl
            fullWidth
            size="md"
            aria-label="Shape of the picture"
            data={SHAPES}
            value={avatar_shape}
            onChange={(value) =>
              form.setFieldValue("theme.avatar_shape", AVATAR_SHAPES.find((one) => one === value) ?? "circle")
            }
          />
        </Input.Wrapper>
        <Input.Wrapper label="Layout" labelElement="div" size="md" error={form.errors["theme.header_layout"]}>
          <SegmentedControl
            fullWidth
            size="md"
            aria-label="Layout of the top"
            data={LAYOUTS}
            value={header_layout}
            onChange={(value) =>
              form.setFieldValue(
                "theme.header_layout",
                HEADER_LAYOUTS.find((one) => one === value) ?? "centered",
              )
            }
          />
        </Input.Wrapper>
      </SimpleGrid>
    </EditorSection>
  );
}
