/**
 * Recommends an engine for a workload: measures what elementary operations cost on this machine, predicts each engine's processor time, response times and memory
 * from these costs, and ranks them. Compares predictions with measurements that others have made. Starts no engine.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.advise {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.data;
    requires dev.gearbox.core;
    requires transitive dev.gearbox.evidence;
    requires transitive dev.gearbox.lab;
    requires dev.gearbox.stats;
    requires dev.gearbox.subject;
    requires dev.gearbox.theory;
    requires jdk.jfr;
    requires jdk.management;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;

    exports dev.gearbox.advise;
    exports dev.gearbox.advise.calibration;
    exports dev.gearbox.advise.map;
    exports dev.gearbox.advise.measure;
    exports dev.gearbox.advise.observe;
    exports dev.gearbox.advise.rules;
    exports dev.gearbox.advise.trial;

    opens dev.gearbox.advise to
            tools.jackson.databind;
    opens dev.gearbox.advise.trial to
            tools.jackson.databind;
    opens dev.gearbox.advise.rules to
            tools.jackson.databind;
    opens dev.gearbox.advise.calibration to
            tools.jackson.databind;
}
