// Style sheets of elements are constructed, not inlined, so that they pass a strict content security policy.
import { unsafeCSS, type CSSResult } from "lit";
import { Directive, directive, PartType, type ElementPart, type PartInfo } from "lit/directive.js";
import { noChange } from "lit";

export const sheet = (text: string): CSSResult => unsafeCSS(text);

/** Sets custom properties of an element from script, where a `style` attribute would be refused. */
class Vars extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("vars() stands in a tag, not in an attribute");
  }
  render(_values: Record<string, string | number>) {
    return noChange;
  }
  override update(part: ElementPart, [values]: [Record<string, string | number>]) {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(values)) style.setProperty(`--${name}`, String(value));
    return noChange;
  }
}
export const vars = directive(Vars);

export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
