import { Tabs, VisuallyHidden } from "@mantine/core";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { SECTIONS, sectionOf } from "../shared/editor-sections.ts";
import classes from "./EditorTabs.module.css";
import { TAB_KEYS, TABS, type TabKey } from "./editor-tabs.ts";
import type { ProfileForm } from "./use-profile-form.ts";

const ID = "sections";

const panelId = (tab: TabKey) => `${ID}-panel-${tab}`;

type State = "wrong" | "on" | "";

/** Returns each tab's dot as one text, so that a change rerenders the tabs. */
export function statesOf({ errors, values }: ProfileForm): string {
  const wrong = new Set(Object.keys(errors).map(sectionOf));
  return TAB_KEYS.map((key): State => {
    const { sections } = TABS[key];
    if (sections.some((section) => wrong.has(section))) return "wrong";
    return sections.some((section) => SECTIONS[section].isOn?.(values)) ? "on" : "";
  }).join();
}

interface EditorTabsProps {
  states: string;
  tab: TabKey;
  onTab: (tab: TabKey) => void;
}

/** The editor's tabs. A dot marks sections that are on, a red dot those with an error. */
export const EditorTabs = memo(
  function EditorTabs({ states, tab, onTab }: EditorTabsProps) {
    const list = useRef<HTMLDivElement>(null);
    useEffect(() => {
      // On phones the list is wider than the screen.
      const shown = list.current?.querySelector(`[data-tab="${tab}"]`);
      shown?.scrollIntoView({ block: "nearest", inline: "center" });
    }, [tab]);
    const dots = states.split(",") as State[];
    return (
      <Tabs
        id={ID}
        className={classes.root}
        value={tab}
        onChange={(value) => onTab(value as TabKey)}
        variant="pills"
        radius="xl"
      >
        <Tabs.List ref={list} className={classes.list} aria-label="Sections">
          {TAB_KEYS.map((key, index) => {
            const { label, Icon } = TABS[key];
            return (
              <Tabs.Tab
                key={key}
                value={key}
                data-tab={key}
                aria-controls={key === tab ? panelId(key) : undefined}
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
  (before, after) => before.states === after.states && before.tab === after.tab,
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
  tab: TabKey;
  children: ReactNode;
}

/** A tab's content. Outside of `Tabs`, whose context would rerender the tabs with every keystroke. */
export function EditorPanel({ tab, children }: EditorPanelProps) {
  return (
    <div role="tabpanel" id={panelId(tab)} aria-labelledby={`${ID}-tab-${tab}`}>
      {children}
    </div>
  );
}
