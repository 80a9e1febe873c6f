import { Image, Input, SegmentedControl, SimpleGrid, Slider, Stack, Text, TextInput } from "@mantine/core";
import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import { PictureChoice } from "#src/features/pages/media/ui/shared/PictureChoice.tsx";
import { PictureDrop } from "#src/features/pages/media/ui/shared/PictureDrop.tsx";
import { usePictureUpload } from "#src/features/pages/media/ui/shared/use-picture-upload.ts";
import { OVERLAY_DEFAULT_OPACITY } from "#src/features/pages/profiles/page/background.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import classes from "../page-settings/settings.module.css";

const OVERLAYS = [
  { value: "black", label: "Black" },
  { value: "white", label: "White" },
];

export function BackgroundFields({ form }: { form: ProfileForm }) {
  const { background_image_url: url } = form.values;
  const choose = (chosen: string) => form.setFieldValue("background_image_url", chosen);
  const upload = usePictureUpload({
    purpose: "background",
    onUploaded: choose,
  });
  return (
    <EditorSection
      title="Background picture"
      text="Fills the page behind everything. Without one, visitors see your page color or the default gradient."
    >
      <PictureDrop onFile={upload.take}>
        {isOwnPicture(url) && <Image src={url} alt="" className={classes.background} />}
        <Stack gap={6} flex="1 1 12rem">
          <PictureChoice upload={upload} url={url} onRemove={() => choose("")} />
          <Text size="sm" c="dimmed">
            Or drop one here. Portrait pictures fit phones best. Up to 25 MB.
          </Text>
        </Stack>
      </PictureDrop>
      <TextInput
        label="Or the URL of a picture"
        description={
          url === "" || isOwnPicture(url)
            ? undefined
            : "We’ll make our own copy when you save. Animations won’t move."
        }
        placeholder="https://example.com/picture.jpg"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.getInputProps("background_image_url")}
      />
      {url !== "" && <OverlayFields form={form} />}
    </EditorSection>
  );
}

const PERCENT = 100;

function OverlayFields({ form }: { form: ProfileForm }) {
  const { overlay_color, overlay_opacity } = form.values;
  const percent = Math.round((overlay_opacity ?? OVERLAY_DEFAULT_OPACITY) * PERCENT);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Input.Wrapper label="Overlay" labelElement="div" size="md" error={form.errors.overlay_color}>
        <SegmentedControl
          fullWidth
          size="md"
          data={OVERLAYS}
          value={overlay_color ?? "black"}
          aria-label="Overlay"
          onChange={(value) => form.setFieldValue("overlay_color", value === "white" ? "white" : "black")}
        />
      </Input.Wrapper>
      <Input.Wrapper
        label={`Strength: ${percent}%`}
        description="Your page makes it stronger where text would be hard to read."
        labelElement="div"
        size="md"
        error={form.errors.overlay_opacity}
      >
        <Slider
          mt="md"
          min={0}
          max={PERCENT}
          step={5}
          value={percent}
          label={null}
          thumbLabel="Overlay strength in percent"
          onChange={(value) => form.setFieldValue("overlay_opacity", value / PERCENT)}
        />
      </Input.Wrapper>
    </SimpleGrid>
  );
}
