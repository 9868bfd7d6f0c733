//! Every error code of the official glTF validator that Candor looks for, each with what it means for loading.
//!
//! The rule: data that cannot be parsed, is out of bounds, unresolved or of the wrong type is refused. Every other error
//! leaves something that can be drawn, so the asset loads and the error becomes a warning that names it. The class
//! belongs to the code, never to the case, so that one can tell beforehand what will happen.
//!
//! Names and severities are those of the validator's list of issues (KhronosGroup/glTF-Validator, `ISSUES.md`, all of
//! severity Error). Not looked for: `KHR_ANIMATION_POINTER_*` and `KHR_MATERIALS_VARIANTS_*`, which concern extensions
//! that Candor ignores, with an outcome.

use std::fmt;

/// What an error means for loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// The asset is broken and is refused.
    Refuse,
    /// The asset loads; the error is among the warnings.
    Warn,
}

/// One list from which the enum, its names, its classes and its reasons follow.
macro_rules! codes {
    ($($variant:ident $text:literal $class:ident $why:literal;)*) => {
        /// A code of the official validator.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)] // each is documented by its rule
        pub enum Code { $(#[doc = concat!("`", $text, "`: ", $why, ".")] $variant,)* }

        impl Code {
            /// Every code, in the order of the validator's list.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The validator's name.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// What it means for loading.
            pub fn class(self) -> Class {
                match self { $(Self::$variant => Class::$class,)* }
            }

            /// Why it is in its class, and what stands in for what is wrong.
            pub fn why(self) -> &'static str {
                match self { $(Self::$variant => $why,)* }
            }
        }
    };
}

codes! {
    IoError "IO_ERROR" Refuse "unresolved: a file that the asset names cannot be read";
    ArrayLengthNotInList "ARRAY_LENGTH_NOT_IN_LIST" Refuse "wrong type: an array of another length cannot be read as what it stands for";
    ArrayTypeMismatch "ARRAY_TYPE_MISMATCH" Refuse "wrong type";
    DuplicateElements "DUPLICATE_ELEMENTS" Warn "the repetition changes nothing";
    EmptyEntity "EMPTY_ENTITY" Warn "nothing is there, so nothing is read";
    InvalidIndex "INVALID_INDEX" Refuse "wrong type: an index is a non-negative integer";
    InvalidJson "INVALID_JSON" Refuse "cannot be parsed";
    InvalidUri "INVALID_URI" Refuse "cannot be parsed";
    OneOfMismatch "ONE_OF_MISMATCH" Warn "one of several is used, or a stand-in where there is none";
    PatternMismatch "PATTERN_MISMATCH" Refuse "cannot be parsed: the version is not two numbers";
    TypeMismatch "TYPE_MISMATCH" Refuse "wrong type";
    UndefinedProperty "UNDEFINED_PROPERTY" Refuse "cannot be parsed: the object lacks what gives it its meaning";
    UnsatisfiedDependency "UNSATISFIED_DEPENDENCY" Warn "the property that depends on it is not used";
    ValueMultipleOf "VALUE_MULTIPLE_OF" Warn "any value can be read";
    ValueNotInRange "VALUE_NOT_IN_RANGE" Warn "the nearest allowed value, or the default, stands in";
    AccessorMatrixAlignment "ACCESSOR_MATRIX_ALIGNMENT" Warn "alignment does not keep data from being read";
    AccessorNormalizedInvalid "ACCESSOR_NORMALIZED_INVALID" Warn "the flag has no meaning there and is not used";
    AccessorOffsetAlignment "ACCESSOR_OFFSET_ALIGNMENT" Warn "alignment does not keep data from being read";
    AccessorSparseCountOutOfRange "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE" Refuse "out of bounds";
    AssetMinVersionGreaterThanVersion "ASSET_MIN_VERSION_GREATER_THAN_VERSION" Warn "read by the rules of its version";
    BufferDataUriMimeTypeInvalid "BUFFER_DATA_URI_MIME_TYPE_INVALID" Warn "the bytes are there, whatever they are called";
    BufferViewInvalidByteStride "BUFFER_VIEW_INVALID_BYTE_STRIDE" Warn "the stride is not used there";
    BufferViewTooBigByteStride "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE" Warn "what matters is whether accessors fit";
    CameraXmagYmagZero "CAMERA_XMAG_YMAG_ZERO" Warn "a camera does not keep the scene from being drawn; a magnification of 1 stands in";
    CameraZfarLequalZnear "CAMERA_ZFAR_LEQUAL_ZNEAR" Warn "a camera does not keep the scene from being drawn; the far plane is moved";
    InvalidGlValue "INVALID_GL_VALUE" Warn "bounds that are declared wrongly are not used";
    KhrLightsPunctualLightSpotAngles "KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES" Warn "the inner angle is moved inside the outer one";
    MeshInvalidWeightsCount "MESH_INVALID_WEIGHTS_COUNT" Warn "what is missing is zero";
    MeshPrimitivesUnequalTargetsCount "MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT" Warn "each primitive is morphed by the targets that it has";
    MeshPrimitiveIndexedSemanticContinuity "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY" Warn "each set is found by its number";
    MeshPrimitiveInvalidAttribute "MESH_PRIMITIVE_INVALID_ATTRIBUTE" Warn "the attribute is not used";
    MeshPrimitiveJointsWeightsMismatch "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH" Warn "sets without their counterpart are not used";
    NodeMatrixNonTrs "NODE_MATRIX_NON_TRS" Warn "any matrix can be applied";
    NodeMatrixTrs "NODE_MATRIX_TRS" Warn "the matrix is used, the rest is not";
    NodeSkinNoScene "NODE_SKIN_NO_SCENE" Warn "joints outside the scene keep their place";
    NonRequiredExtension "NON_REQUIRED_EXTENSION" Warn "Candor knows the extension, so it is used";
    RotationNonUnit "ROTATION_NON_UNIT" Warn "the rotation is normalised";
    SkinNoCommonRoot "SKIN_NO_COMMON_ROOT" Warn "joints are found by their world matrices";
    SkinSkeletonInvalid "SKIN_SKELETON_INVALID" Warn "the skeleton root is a hint";
    UnknownAssetMajorVersion "UNKNOWN_ASSET_MAJOR_VERSION" Refuse "cannot be parsed: another major version is another format";
    UnusedExtensionRequired "UNUSED_EXTENSION_REQUIRED" Warn "what is required is looked at by name in any case";
    AccessorSmallBytestride "ACCESSOR_SMALL_BYTESTRIDE" Warn "elements overlap, which does not keep them from being read";
    AccessorTooLong "ACCESSOR_TOO_LONG" Refuse "out of bounds";
    AccessorTotalOffsetAlignment "ACCESSOR_TOTAL_OFFSET_ALIGNMENT" Warn "alignment does not keep data from being read";
    AccessorUsageOverride "ACCESSOR_USAGE_OVERRIDE" Warn "data may serve two purposes";
    AnimationChannelTargetNodeMatrix "ANIMATION_CHANNEL_TARGET_NODE_MATRIX" Warn "the matrix stays; the channel is not played";
    AnimationChannelTargetNodeWeightsNoMorphs "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS" Warn "there is nothing to be moved; the channel is not played";
    AnimationDuplicateTargets "ANIMATION_DUPLICATE_TARGETS" Warn "the last of the channels counts";
    AnimationSamplerAccessorWithBytestride "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE" Warn "any stride can be read";
    AnimationSamplerInputAccessorInvalidFormat "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT" Refuse "wrong type";
    AnimationSamplerInputAccessorTooFewElements "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS" Warn "the one key counts at all times";
    AnimationSamplerInputAccessorWithoutBounds "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS" Warn "bounds are computed";
    AnimationSamplerOutputAccessorInvalidCount "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT" Warn "which value belongs to which time is not known; the channel is not played";
    AnimationSamplerOutputAccessorInvalidFormat "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT" Refuse "wrong type";
    BufferMissingGlbData "BUFFER_MISSING_GLB_DATA" Refuse "unresolved";
    BufferViewTargetOverride "BUFFER_VIEW_TARGET_OVERRIDE" Warn "bytes may serve two purposes";
    BufferViewTooLong "BUFFER_VIEW_TOO_LONG" Refuse "out of bounds";
    ImageBufferViewWithBytestride "IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE" Warn "the stride is not used there";
    InvalidIbmAccessorCount "INVALID_IBM_ACCESSOR_COUNT" Warn "a joint without a matrix has the identity";
    MeshPrimitiveAccessorUnaligned "MESH_PRIMITIVE_ACCESSOR_UNALIGNED" Warn "alignment does not keep data from being read";
    MeshPrimitiveAccessorWithoutBytestride "MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE" Warn "elements are taken to be tightly packed";
    MeshPrimitiveAttributesAccessorInvalidFormat "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT" Refuse "wrong type";
    MeshPrimitiveAttributesAccessorUnsignedInt "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT" Warn "only attributes that Candor does not read can have this error";
    MeshPrimitiveIndicesAccessorInvalidFormat "MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT" Refuse "wrong type";
    MeshPrimitiveIndicesAccessorWithBytestride "MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE" Warn "any stride can be read";
    MeshPrimitiveMorphTargetInvalidAttributeCount "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT" Warn "what is missing is zero";
    MeshPrimitiveMorphTargetNoBaseAccessor "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR" Warn "there is nothing to be changed; the target's attribute is not used";
    MeshPrimitiveNoTangentSpace "MESH_PRIMITIVE_NO_TANGENT_SPACE" Warn "tangents are computed where a normal map needs them";
    MeshPrimitivePositionAccessorWithoutBounds "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS" Warn "bounds are computed";
    MeshPrimitiveTooFewTexcoords "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS" Warn "coordinates that are missing are zero";
    MeshPrimitiveUnequalAccessorCount "MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT" Warn "there are as many vertices as positions; what is missing gets a default";
    NodeLoop "NODE_LOOP" Warn "a node is not entered again below itself";
    NodeParentOverride "NODE_PARENT_OVERRIDE" Warn "the node is drawn under each of its parents";
    NodeSkinWithNonSkinnedMesh "NODE_SKIN_WITH_NON_SKINNED_MESH" Warn "drawn as the mesh that it is";
    NodeWeightsInvalid "NODE_WEIGHTS_INVALID" Warn "what is missing is zero";
    SceneNonRootNode "SCENE_NON_ROOT_NODE" Warn "drawn where the scene lists it";
    SkinIbmAccessorWithBytestride "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE" Warn "any stride can be read";
    SkinIbmInvalidFormat "SKIN_IBM_INVALID_FORMAT" Refuse "wrong type";
    TextureInvalidImageMimeType "TEXTURE_INVALID_IMAGE_MIME_TYPE" Warn "a stand-in is shown";
    UndeclaredExtension "UNDECLARED_EXTENSION" Warn "what is not declared is not used";
    UnexpectedExtensionObject "UNEXPECTED_EXTENSION_OBJECT" Warn "it has no meaning there and is not used";
    UnresolvedReference "UNRESOLVED_REFERENCE" Refuse "unresolved";
    AccessorAnimationInputNegative "ACCESSOR_ANIMATION_INPUT_NEGATIVE" Warn "moments start with 0, and what lies before is not shown";
    AccessorAnimationInputNonIncreasing "ACCESSOR_ANIMATION_INPUT_NON_INCREASING" Warn "keys are searched as if they rose, so one of several is used";
    AccessorAnimationSamplerOutputNonNormalizedQuaternion "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION" Warn "rotations are normalised";
    AccessorElementOutOfMaxBound "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND" Warn "the declared bound is wrong, the data is not; bounds are computed";
    AccessorElementOutOfMinBound "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND" Warn "the declared bound is wrong, the data is not; bounds are computed";
    AccessorIndexOob "ACCESSOR_INDEX_OOB" Refuse "out of bounds";
    AccessorIndexPrimitiveRestart "ACCESSOR_INDEX_PRIMITIVE_RESTART" Warn "the primitive is cut there, which is what the value asks for";
    AccessorInvalidFloat "ACCESSOR_INVALID_FLOAT" Warn "a number that is not finite is read as 0";
    AccessorInvalidIbm "ACCESSOR_INVALID_IBM" Warn "the last row is taken to be 0, 0, 0, 1";
    AccessorInvalidSign "ACCESSOR_INVALID_SIGN" Warn "the sign is taken as 1 unless it is negative";
    AccessorJointsIndexDuplicate "ACCESSOR_JOINTS_INDEX_DUPLICATE" Warn "weights of one joint add up";
    AccessorJointsIndexOob "ACCESSOR_JOINTS_INDEX_OOB" Refuse "out of bounds";
    AccessorMaxMismatch "ACCESSOR_MAX_MISMATCH" Warn "bounds are computed";
    AccessorMinMismatch "ACCESSOR_MIN_MISMATCH" Warn "bounds are computed";
    AccessorNonClamped "ACCESSOR_NON_CLAMPED" Warn "colours are clamped";
    AccessorSparseIndexOob "ACCESSOR_SPARSE_INDEX_OOB" Refuse "out of bounds";
    AccessorSparseIndicesNonIncreasing "ACCESSOR_SPARSE_INDICES_NON_INCREASING" Warn "the last value for an element is the one";
    AccessorVector3NonUnit "ACCESSOR_VECTOR3_NON_UNIT" Warn "directions are normalised";
    AccessorWeightsNegative "ACCESSOR_WEIGHTS_NEGATIVE" Warn "weights are clamped";
    AccessorWeightsNonNormalized "ACCESSOR_WEIGHTS_NON_NORMALIZED" Warn "weights are normalised";
    BufferByteLengthMismatch "BUFFER_BYTE_LENGTH_MISMATCH" Refuse "out of bounds: the buffer declares more bytes than there are";
    ImageDataInvalid "IMAGE_DATA_INVALID" Refuse "cannot be parsed";
    ImageMimeTypeInvalid "IMAGE_MIME_TYPE_INVALID" Warn "the content says what it is";
    ImageNonEnabledMimeType "IMAGE_NON_ENABLED_MIME_TYPE" Warn "a stand-in is shown where the format is not known";
    ImageUnexpectedEos "IMAGE_UNEXPECTED_EOS" Refuse "cannot be parsed: the data ends too early";
    GlbChunkLengthUnaligned "GLB_CHUNK_LENGTH_UNALIGNED" Warn "alignment does not keep data from being read";
    GlbChunkTooBig "GLB_CHUNK_TOO_BIG" Refuse "out of bounds";
    GlbDuplicateChunk "GLB_DUPLICATE_CHUNK" Warn "the first one is used";
    GlbEmptyChunk "GLB_EMPTY_CHUNK" Refuse "cannot be parsed: there is no JSON";
    GlbInvalidMagic "GLB_INVALID_MAGIC" Refuse "cannot be parsed";
    GlbInvalidVersion "GLB_INVALID_VERSION" Refuse "cannot be parsed: another container version is another format";
    GlbLengthMismatch "GLB_LENGTH_MISMATCH" Warn "every chunk is whole";
    GlbLengthTooSmall "GLB_LENGTH_TOO_SMALL" Refuse "out of bounds: the chunks lie outside the declared length";
    GlbUnexpectedBinChunk "GLB_UNEXPECTED_BIN_CHUNK" Warn "the chunk is found by its type";
    GlbUnexpectedEndOfChunkData "GLB_UNEXPECTED_END_OF_CHUNK_DATA" Refuse "cannot be parsed: the data ends too early";
    GlbUnexpectedEndOfChunkHeader "GLB_UNEXPECTED_END_OF_CHUNK_HEADER" Refuse "cannot be parsed: the data ends too early";
    GlbUnexpectedEndOfHeader "GLB_UNEXPECTED_END_OF_HEADER" Refuse "cannot be parsed: the data ends too early";
    GlbUnexpectedFirstChunk "GLB_UNEXPECTED_FIRST_CHUNK" Refuse "cannot be parsed: the asset has to come first";
}

impl Code {
    /// The code of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|c| c.as_str() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_class_of_each_code_follows_from_its_reason() {
        let names: BTreeSet<&str> = Code::ALL.iter().map(|c| c.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            assert_eq!(Code::from_name(code.as_str()), Some(*code));
            let why = code.why();
            let refusal = ["cannot be parsed", "out of bounds", "unresolved", "wrong type"];
            let named = refusal.iter().any(|r| why.starts_with(r));
            assert_eq!(named, code.class() == Class::Refuse, "{code}: {why}");
        }
    }
}
