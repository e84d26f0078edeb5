// Dark or light: as chosen here before, else as the system is set.

function stored(): string | null {
  try {
    return localStorage.getItem("halfmove-theme");
  } catch {
    return null; // a private window
  }
}

export function applyTheme(asked: string | null = null): void {
  const theme = asked ?? stored() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset["theme"] = theme === "dark" ? "dark" : "light";
}

export function flipTheme(): void {
  const theme = document.documentElement.dataset["theme"] === "dark" ? "light" : "dark";
  document.documentElement.dataset["theme"] = theme;
  try {
    localStorage.setItem("halfmove-theme", theme);
  } catch {
    // a private window: the choice lasts as long as the page
  }
}
