/** Meters of an engine. */
module example.metrics {
    requires dev.gearbox.micrometer;
}
