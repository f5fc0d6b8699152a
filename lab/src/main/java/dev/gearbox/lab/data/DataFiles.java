package dev.gearbox.lab.data;

import dev.gearbox.data.DataReader;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** How the lab reads data files: strictly. What is wrong with one is a {@link LabException} that names file and key. */
public final class DataFiles {
    /** Of YAML. */
    public static final DataReader READER = DataReader.ofPeople(YAMLMapper.builder(), LabException::new);

    private DataFiles() {}
}
