// Icons: lines of 1.8 on a grid of 24.
import { html, svg, type TemplateResult } from "lit";

const PATHS = {
  play: svg`<rect x="3.500" y="3.500" width="17" height="17" rx="3"></rect><path d="M12 3.500v17M3.500 12h17"></path><circle cx="7.800" cy="16.200" r="1.600" fill="currentColor"></circle>`,
  watch: svg`<circle cx="12" cy="5" r="2.200"></circle><circle cx="5.500" cy="18.500" r="2.200"></circle><circle cx="12" cy="18.500" r="2.200"></circle><circle cx="18.500" cy="18.500" r="2.200"></circle><path d="M10.900 7 6.500 16.600M12 7.200v9M13.100 7l4.400 9.600"></path>`,
  quiz: svg`<path d="M9 9.200a3 3 0 1 1 4.400 2.700c-.9.5-1.400 1.100-1.400 2.100"></path><path d="M12 17.400v.1"></path><circle cx="12" cy="12" r="9"></circle>`,
  match: svg`<path d="M4 20V10M9.300 20V4M14.700 20v-8M20 20V7"></path>`,
  solve: svg`<path d="M4 12.500 9 17.500 20 6.500"></path>`,
  find: svg`<circle cx="11" cy="11" r="6.500"></circle><path d="m16 16 4.500 4.500"></path>`,
  moon: svg`<path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z"></path>`,
  sun: svg`<circle cx="12" cy="12" r="4"></circle><path d="M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400"></path>`,
  undo: svg`<path d="M9 7 4.500 11.500 9 16"></path><path d="M5 11.500h9a5 5 0 0 1 0 10h-2"></path>`,
  hint: svg`<path d="M9 17h6M9.500 20.500h5M12 3.500a6 6 0 0 1 3.500 10.900c-.6.5-.9 1-.9 1.600h-5.200c0-.6-.3-1.100-.9-1.600A6 6 0 0 1 12 3.500z"></path>`,
  flip: svg`<path d="M7 4v16M7 20l-3-3M7 20l3-3M17 20V4M17 4l-3 3M17 4l3 3"></path>`,
  edit: svg`<path d="M4.500 19.500l1-4L16 5l3 3L8.500 18.500z"></path><path d="M14 7l3 3"></path>`,
  share: svg`<path d="M10 14 20 4M14 4h6v6M19 14v5a1.500 1.500 0 0 1-1.500 1.500h-12A1.500 1.500 0 0 1 4 19V7a1.500 1.500 0 0 1 1.500-1.500H10"></path>`,
  again: svg`<path d="M4.500 12a7.500 7.500 0 1 0 2.400-5.500"></path><path d="M7.500 3v4h4" transform="translate(-1 -.2)"></path>`,
  save: svg`<path d="M12 4v11M7.500 11 12 15.500 16.500 11M4.500 20h15"></path>`,
  print: svg`<path d="M7 8V4h10v4M7 17H5a1.500 1.500 0 0 1-1.500-1.500v-6A1.500 1.500 0 0 1 5 8h14a1.500 1.500 0 0 1 1.500 1.500v6A1.500 1.500 0 0 1 19 17h-2M7 14h10v6H7z"></path>`,
  first: svg`<path d="M6 5v14M19 5.500 9.500 12l9.500 6.500z" fill="currentColor"></path>`,
  prev: svg`<path d="M17 5.500 7.500 12l9.500 6.500z" fill="currentColor"></path>`,
  next: svg`<path d="M7 5.500 16.500 12 7 18.500z" fill="currentColor"></path>`,
  last: svg`<path d="M18 5v14M5 5.500 14.500 12 5 18.500z" fill="currentColor"></path>`,
  go: svg`<path d="M8 5.500 18 12 8 18.500z" fill="currentColor"></path>`,
  pause: svg`<path d="M8.500 6v12M15.500 6v12" stroke-width="3.400"></path>`,
  stop: svg`<rect x="7" y="7" width="10" height="10" rx="1.500" fill="currentColor"></rect>`,
  plus: svg`<path d="M12 5v14M5 12h14"></path>`,
  minus: svg`<path d="M5 12h14"></path>`,
  help: svg`<path d="M9 9.200a3 3 0 1 1 4.400 2.700c-.9.5-1.400 1.100-1.400 2.100M12 17.400v.1"></path>`,
  close: svg`<path d="M6 6l12 12M18 6 6 18"></path>`,
  review: svg`<path d="M4 18l5-7 4 4 7-9"></path><path d="M20 11V6h-5"></path>`,
} as const;

export type Icon = keyof typeof PATHS;

export function icon(name: Icon): TemplateResult {
  return html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${PATHS[name]}</svg>`;
}

/** The sign of a seat beside its name: up, down, and other shapes for more players. */
export function seatSign(seat: number): TemplateResult {
  const shapes = [
    svg`<path d="M8 2 15 14H1z"></path>`,
    svg`<path d="M8 14 1 2h14z"></path>`,
    svg`<rect x="2" y="2" width="12" height="12"></rect>`,
    svg`<path d="M8 0 16 8 8 16 0 8z"></path>`,
  ];
  return html`<svg class="sign s${seat}" viewBox="0 0 16 16" aria-hidden="true">${shapes[seat] ?? shapes[3]}</svg>`;
}

export const MARK = html`<svg viewBox="0 0 42 30" aria-hidden="true"><path class="fill-max" d="M13.400 2.500 25.600 27.500H1.200z"></path><path class="fill-min" d="M28.600 27.500 16.400 2.500h24.400z"></path></svg>`;
