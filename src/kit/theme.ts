import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  mergeThemeOverrides,
} from "@mantine/core";
import { shadesOf } from "#src/lib/colors.ts";
import { optionsFilter } from "./options-filter.ts";

const VIOLET: MantineColorsTuple = [
  "#f5f1ff",
  "#e7defd",
  "#cfbdfb",
  "#b598f8",
  "#a987f6",
  "#8656ec",
  "#7139df",
  "#602bc4",
  "#4f23a2",
  "#3d1c7c",
];

/** The brass of the mark. */
const BRASS: MantineColorsTuple = [
  "#fff8e6",
  "#ffedc2",
  "#ffdf94",
  "#ffcf5f",
  "#fcbf34",
  "#f2ae16",
  "#d6920a",
  "#a86f06",
  "#7a500a",
  "#523609",
];

/** Dark enough for white text and for errors on white (WCAG 2.2 §1.4.3). */
const RED: MantineColorsTuple = [
  "#fff1f0",
  "#ffe1de",
  "#ffc4bf",
  "#ff9d95",
  "#fb7268",
  "#dd352b",
  "#cc2a20",
  "#ab2018",
  "#8c1b14",
  "#731a14",
];

/** The dark scheme's grays, with a hint of violet. */
const NIGHT: MantineColorsTuple = [
  "#dedbe8",
  "#bdb8cc",
  "#9a94ad",
  "#6f6983",
  "#46415a",
  "#363147",
  "#292538",
  "#1d1a28",
  "#15131e",
  "#0e0c15",
];

const FONT =
  '"Inter Variable", "Inter Fallback", "Inter Fallback Wide", -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"';

const SEARCHED = { defaultProps: { filter: optionsFilter } };

/** Mantine uses `<header>` in dialogs, which screen readers would announce as the page's header. */
const DIALOG_ATTRIBUTES = { header: { role: "presentation" } } as const;
/** A title of several lines needs space between them and room for the close button. */
const DIALOG_TITLE = {
  fontWeight: 700,
  fontSize: "1.125rem",
  lineHeight: 1.3,
  overflowWrap: "anywhere",
  marginInlineEnd: "var(--mantine-spacing-sm)",
} as const;

/** A disabled field is still read, so its text isn't faint (WCAG 2.2 §1.4.3). */
const READABLE_WHEN_DISABLED = {
  wrapper: { "--input-disabled-color": "var(--mantine-color-dimmed)" },
  input: { opacity: 1 },
};

const THEME = createTheme({
  primaryColor: "violet",
  primaryShade: { light: 6, dark: 5 },
  colors: { violet: VIOLET, brass: BRASS, red: RED, dark: NIGHT },
  fontFamily: FONT,
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  // From this width on, previews are next to their forms.
  breakpoints: { md: "64em" },
  headings: {
    fontFamily: FONT,
    fontWeight: "700",
    sizes: {
      h1: { fontSize: "1.625rem", lineHeight: "1.25" },
      h2: { fontSize: "1.25rem", lineHeight: "1.3" },
    },
  },
  components: {
    Select: SEARCHED,
    MultiSelect: SEARCHED,
    TagsInput: SEARCHED,
    Autocomplete: SEARCHED,
    Modal: {
      defaultProps: {
        radius: "lg",
        centered: true,
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        closeButtonProps: { "aria-label": "Close" },
        attributes: DIALOG_ATTRIBUTES,
      },
      styles: { title: DIALOG_TITLE },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { "aria-label": "Close" }, attributes: DIALOG_ATTRIBUTES },
      styles: { title: DIALOG_TITLE },
    },
    Menu: {
      // A menu must not have the placeholder as a child.
      defaultProps: {
        radius: "md",
        shadow: "lg",
        position: "bottom-end",
        withInitialFocusPlaceholder: false,
      },
    },
    Notification: { styles: { description: { color: "var(--mantine-color-text)" } } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: {
      defaultProps: {
        openDelay: 250,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
        // At the end of the document it wouldn't belong to a landmark.
        portalProps: { target: "main" },
      },
    },
    Card: {
      defaultProps: { radius: "lg", withBorder: true, padding: "md", bg: "var(--mantine-color-body)" },
    },
    Badge: { defaultProps: { tt: "none" } },
    Input: { styles: READABLE_WHEN_DISABLED },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: {
      defaultProps: {
        size: "md",
        visibilityToggleButtonProps: { "aria-label": "Toggle password visibility" },
      },
    },
    Textarea: { defaultProps: { size: "md" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: "lg" } },
  },
});

/** Gray text is darker than Mantine's default, to be readable for everyone (WCAG 2.2 §1.4.3). */
const cssVariablesOf = (shades: MantineColorsTuple) => (): ReturnType<CSSVariablesResolver> => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5d6470",
    "--mantine-color-placeholder": "#666d79",
    // Mantine's default is the page's own color.
    "--mantine-color-gray-light": "#e6e4ed",
    "--mantine-color-teal-light-color": "#066649",
    "--mantine-color-green-light-color": "#1a5c2a",
    "--mantine-color-yellow-light-color": "#7a4100",
  },
  dark: {
    "--mantine-color-dimmed": "#a8a3ba",
    "--mantine-color-placeholder": "#9a94ad",
    "--mantine-color-error": RED[4],
    "--mantine-color-violet-light": `${shades[5]}33`,
    "--mantine-color-violet-light-hover": `${shades[5]}4d`,
    "--mantine-color-violet-light-color": shades[2],
    "--mantine-color-brass-light": "#f2ae1624",
    "--mantine-color-brass-light-hover": "#f2ae1633",
  },
});

/** Creates the dashboard's theme in the instance's main color, or in the mark's violet if it has none. */
export function lookIn(color: string | undefined) {
  const isOwn = color !== undefined && color !== VIOLET[7];
  const shades = isOwn ? (shadesOf(color) as unknown as MantineColorsTuple) : VIOLET;
  return {
    theme: isOwn ? mergeThemeOverrides(THEME, { colors: { violet: shades } }) : THEME,
    cssVariables: cssVariablesOf(shades),
  };
}

/** `index.html` reads the same key before the first paint. */
export const COLOR_SCHEME_MANAGER = localStorageColorSchemeManager({ key: "fanfare.color-scheme" });
