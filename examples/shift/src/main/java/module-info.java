/** A shift. */
module example.shift {
    requires dev.gearbox.core;
}
