// All elements, registered under their names.
import "./board";
import "./piece";
import "./timeline";
import "./tree";
import "./value";
import "./window";
