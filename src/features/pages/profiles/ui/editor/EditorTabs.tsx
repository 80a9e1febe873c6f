import { Tabs, VisuallyHidden } from "@mantine/core";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { SECTION_KEYS, SECTIONS, type SectionKey, sectionOf } from "../shared/editor-sections.ts";
import classes from "./EditorTabs.module.css";
import type { ProfileForm } from "./use-profile-form.ts";

const ID = "sections";

const panelId = (section: SectionKey) => `${ID}-panel-${section}`;

type State = "wrong" | "on" | "";

/** Returns each section's dot as one text, so that a change rerenders the tabs. */
export function statesOf({ errors, values }: ProfileForm): string {
  const wrong = new Set(Object.keys(errors).map(sectionOf));
  return SECTION_KEYS.map((key): State => {
    if (wrong.has(key)) return "wrong";
    return SECTIONS[key].isOn?.(values) ? "on" : "";
  }).join();
}

interface EditorTabsProps {
  states: string;
  section: SectionKey;
  onSection: (section: SectionKey) => void;
}

/** The editor's tabs. A dot marks sections that are on, a red dot those with an error. */
export const EditorTabs = memo(
  function EditorTabs({ states, section, onSection }: EditorTabsProps) {
    const list = useRef<HTMLDivElement>(null);
    useEffect(() => {
      // On phones the list is wider than the screen.
      const tab = list.current?.querySelector(`[data-section="${section}"]`);
      tab?.scrollIntoView({ block: "nearest", inline: "center" });
    }, [section]);
    const dots = states.split(",") as State[];
    return (
      <Tabs
        id={ID}
        className={classes.root}
        value={section}
        onChange={(value) => onSection(value as SectionKey)}
        variant="pills"
        radius="xl"
      >
        <Tabs.List ref={list} className={classes.list} aria-label="Sections">
          {SECTION_KEYS.map((key, index) => {
            const { label, Icon } = SECTIONS[key];
            return (
              <Tabs.Tab
                key={key}
                value={key}
                data-section={key}
                aria-controls={key === section ? panelId(key) : undefined}
                classNames={{ tab: classes.tab, tabSection: classes.icon }}
                leftSection={<Icon size={17} stroke={1.75} aria-hidden />}
              >
                {label}
                <Dot state={dots[index] ?? ""} />
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
      </Tabs>
    );
  },
  (before, after) => before.states === after.states && before.section === after.section,
);

function Dot({ state }: { state: State }) {
  if (!state) return null;
  return (
    <span className={classes.dot} data-state={state}>
      <VisuallyHidden>{state === "on" ? "on" : "has an error"}</VisuallyHidden>
    </span>
  );
}

interface EditorPanelProps {
  section: SectionKey;
  children: ReactNode;
}

/** A tab's content. Outside of `Tabs`, whose context would rerender the tabs with every keystroke. */
export function EditorPanel({ section, children }: EditorPanelProps) {
  return (
    <div role="tabpanel" id={panelId(section)} aria-labelledby={`${ID}-tab-${section}`}>
      {children}
    </div>
  );
}
