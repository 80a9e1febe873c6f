import { Tabs, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./EditorTabs.module.css";
import { SECTION_KEYS, SECTIONS, type SectionKey, sectionOf } from "./shared/editor-sections.ts";
import type { ProfileForm } from "./use-profile-form.ts";

interface EditorTabsProps {
  form: ProfileForm;
  section: SectionKey;
  onSection: (section: SectionKey) => void;
  children: ReactNode;
}

/** The editor's tabs. A dot marks sections that are on, a red dot those with an error. */
export function EditorTabs({ form, section, onSection, children }: EditorTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On phones the list is wider than the screen.
    const tab = list.current?.querySelector(`[data-section="${section}"]`);
    tab?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [section]);
  const wrong = new Set(Object.keys(form.errors).map(sectionOf));
  return (
    <Tabs
      value={section}
      onChange={(value) => onSection(value as SectionKey)}
      variant="pills"
      radius="xl"
      keepMounted={false}
    >
      <Tabs.List ref={list} className={classes.list} aria-label="Sections">
        {SECTION_KEYS.map((key) => {
          const { label, Icon, isOn } = SECTIONS[key];
          const state = wrong.has(key) ? "wrong" : isOn?.(form.values) ? "on" : undefined;
          return (
            <Tabs.Tab
              key={key}
              value={key}
              data-section={key}
              classNames={{ tab: classes.tab, tabSection: classes.icon }}
              leftSection={<Icon size={17} stroke={1.75} aria-hidden />}
            >
              {label}
              {state && (
                <span className={classes.dot} data-state={state}>
                  <VisuallyHidden>{state === "on" ? "on" : "has an error"}</VisuallyHidden>
                </span>
              )}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {children}
    </Tabs>
  );
}
