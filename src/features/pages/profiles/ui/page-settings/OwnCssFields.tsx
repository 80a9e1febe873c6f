import { Alert, Code, List, Text } from "@mantine/core";
import { IconContrast } from "@tabler/icons-react";
import { CSS_CHARS_MAX, CSS_HOOKS } from "#src/features/pages/profiles/own-css/css-hook-rules.ts";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import { isBlank } from "#src/lib/text.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { useCheckedCss } from "../shared/use-checked-css.ts";
import classes from "./settings.module.css";

/** The page's own style sheet, what it may do, and what it does that a page doesn't take. */
export function OwnCssFields({ form }: { form: ProfileForm }) {
  const css = form.values.own_css;
  const checked = useCheckedCss(css);
  return (
    <EditorSection
      title="Your own CSS"
      text="For what the Design tab can’t do. It comes after the page’s own styles, and only this page has it."
    >
      <GrowingTextarea
        label="Style sheet"
        placeholder={".card { border-radius: 0; }"}
        minRows={6}
        maxRows={24}
        maxLength={CSS_CHARS_MAX}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        dir="ltr"
        classNames={{ input: classes.code }}
        {...form.getInputProps("own_css")}
      />
      <div role="status">
        {checked && checked.problems.length > 0 && (
          <Alert color="brass" variant="light" title="Left out">
            <List size="sm" spacing={4}>
              {checked.problems.map(({ line, message }) => (
                <List.Item key={line}>
                  Line {line}: {message}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
      </div>
      {!isBlank(css) && (
        <Alert color="gray" variant="light" py="xs" icon={<IconContrast size={20} />}>
          We can’t check how readable your own colors are. Look at the page in light and dark mode.
        </Alert>
      )}
      <details>
        <summary>What you can style, and how</summary>
        <Text size="sm" my="xs">
          Start each rule with one of these. Media queries, animations, and pictures that you’ve uploaded
          work, too. Nothing is loaded from elsewhere, and nothing covers warnings.
        </Text>
        <List size="sm" spacing={2}>
          {CSS_HOOKS.map(({ selector, label }) => (
            <List.Item key={selector}>
              <Code>{selector}</Code> {label}
            </List.Item>
          ))}
        </List>
      </details>
    </EditorSection>
  );
}
